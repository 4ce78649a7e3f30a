/** The list that sherpa-onnx reads: each token's bytes in base64, and its number. It takes «=» for no bytes. */
export function tokenList(vocabulary: Readonly<Record<string, number>>): string {
  return Object.entries(vocabulary)
    .filter(([token]) => !token.startsWith('<|'))
    .toSorted(([, one], [, other]) => one - other)
    .map(([token, id]) => `${bytesOf(token).toString('base64') || '='} ${id}\n`)
    .join('')
}

const bytesOf = (token: string) => Buffer.from(Array.from(token, (letter) => byteOf.get(letter) ?? 0))

const PRINTED: readonly (readonly [number, number])[] = [
  [0x21, 0x7e],
  [0xa1, 0xac],
  [0xae, 0xff],
]
const isPrinted = (byte: number) => PRINTED.some(([first, last]) => first <= byte && byte <= last)

/** GPT-2 writes a byte that prints as its letter, and the others as the letters from U+0100 on. */
const allBytes = Array.from({ length: 256 }, (_, byte) => byte)
const others = allBytes.filter((byte) => !isPrinted(byte))
const byteOf = new Map([
  ...allBytes.filter(isPrinted).map((byte) => [String.fromCodePoint(byte), byte] as const),
  ...others.map((byte, index) => [String.fromCodePoint(256 + index), byte] as const),
])
