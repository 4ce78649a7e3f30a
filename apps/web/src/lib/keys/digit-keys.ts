type Keys = Pick<KeyboardEvent, 'code'>

/** The number of a digit key, in any layout; undefined for zero and for other keys. */
export function digitOf({ code }: Keys): number | undefined {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  return digit === undefined ? undefined : Number(digit)
}
