// Quantity: how many copies of one model may be ordered at once.

export const MAX_QUANTITY = 999;
