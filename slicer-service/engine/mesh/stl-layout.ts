// Layout of a binary STL: the places of its bytes, for reading and writing it.

/** 80 bytes of any content, then the number of triangles in four. */
export const HEADER_BYTES = 84;
export const TRIANGLE_COUNT_AT = 80;
/** Per triangle: its normal, three corners, and two bytes of attributes. */
export const TRIANGLE_BYTES = 50;
export const NORMAL_BYTES = 12;
