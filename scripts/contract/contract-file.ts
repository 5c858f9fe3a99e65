// A file that is made from the contract.

export interface ContractFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
}
