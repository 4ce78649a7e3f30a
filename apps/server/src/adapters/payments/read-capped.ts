const LARGEST_BYTES = 2 * 1024 * 1024

/** Bounds the memory that an answer can take. */
export async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length
    if (sizeBytes > LARGEST_BYTES) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
