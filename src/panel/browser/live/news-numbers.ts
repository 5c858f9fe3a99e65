// Numbers of the panel's menu, as the server answers them to an open page.

export interface NewsNumbers {
  /** Orders that the studio has not confirmed. */
  readonly orders: number;
  /** Price requests without an answer. */
  readonly requests: number;
}
