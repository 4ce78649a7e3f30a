const MEBIBYTE = 1024 * 1024
/** Small enough that a lost connection costs little, large enough that most files have few parts. */
const USUAL_PART_BYTES = 8 * MEBIBYTE
/** The limit of S3. */
const MAX_PARTS = 10_000

/** The size of every part of a file but the last. */
export function partSizeOf(sizeBytes: number): number {
  const needed = Math.ceil(sizeBytes / MAX_PARTS / MEBIBYTE) * MEBIBYTE
  return Math.max(USUAL_PART_BYTES, needed)
}

/** A part in object storage. */
export type StoredPart = { number: number; size: number; etag: string }

export type Cut = { sizeBytes: number; partSize: number }

export function partCount({ sizeBytes, partSize }: Cut): number {
  return Math.ceil(sizeBytes / partSize)
}

/** The size of a part; numbers start at one. Undefined if the file has no such part. */
export function partBytes(cut: Cut, number: number): number | undefined {
  const { sizeBytes, partSize } = cut
  if (!Number.isInteger(number) || number < 1 || number > partCount(cut)) return undefined
  return Math.min(partSize, sizeBytes - (number - 1) * partSize)
}
