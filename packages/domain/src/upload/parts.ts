const MEBIBYTE = 1024 * 1024
/** Small enough that a dropped line costs little, large enough that most files have few. */
const USUAL_PART_BYTES = 8 * MEBIBYTE
/** Object storage takes no more parts a file. */
const MOST_PARTS = 10_000

/** The size of every part of a file but the last. */
export function partSizeOf(sizeBytes: number): number {
  const needed = Math.ceil(sizeBytes / MOST_PARTS / MEBIBYTE) * MEBIBYTE
  return Math.max(USUAL_PART_BYTES, needed)
}

/** A part as the storage holds it. */
export type StoredPart = { number: number; size: number; etag: string }

export type Cut = { sizeBytes: number; partSize: number }

export function partCount({ sizeBytes, partSize }: Cut): number {
  return Math.ceil(sizeBytes / partSize)
}

/** Bytes of a part, counted from one; undefined where the file has no such part. */
export function partBytes(cut: Cut, number: number): number | undefined {
  const { sizeBytes, partSize } = cut
  if (!Number.isInteger(number) || number < 1 || number > partCount(cut)) return undefined
  return Math.min(partSize, sizeBytes - (number - 1) * partSize)
}
