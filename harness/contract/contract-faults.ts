// Faults of the platform that the contract's scenarios ask for, and the header that names one.

/** The header of a request that names a fault. */
export const FAULT_HEADER = "Contract-Fault";

export type ContractFault =
  | "gate fails"
  | "gate is overloaded"
  | "slicer is lost"
  | "the claim of its key is answered slowly"
  | "files are limited to a megabyte"
  | "https is required";
