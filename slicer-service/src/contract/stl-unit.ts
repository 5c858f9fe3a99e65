// The unit that a binary STL may state, kept alike by engine and order page.
//
// SPDX-License-Identifier: MIT

/** The beginning of a binary STL whose writer knew its unit: its size is then meant, however small. */
export const MILLIMETRES_HEADER = "binary STL, millimetres";
