// The unit that a binary STL may state, kept alike by engine and order page.
//
// SPDX-License-Identifier: MIT

/** The beginning of a binary STL in millimetres: its size is meant, however small. */
export const MILLIMETRES_HEADER = "binary STL, millimetres";
