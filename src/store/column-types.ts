/** Epoch milliseconds. */
export type Millis = number;
/** A truth value. */
export type Flag = 0 | 1;
/** A structure. */
export type JsonText = string;
