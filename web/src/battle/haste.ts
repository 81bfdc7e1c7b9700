/** Nobody reads a question and answers it as fast as this, in milliseconds: such a tap was meant for the one before. */
export const HASTE = 350;
