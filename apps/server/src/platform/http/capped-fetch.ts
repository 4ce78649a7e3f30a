const LARGEST_BYTES = 1024 * 1024

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** Fetches without following redirects, which could carry the key and the words elsewhere, and bounds the answer. */
export async function cappedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  const { status, statusText, headers } = response
  const body = await readCapped(response)
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}

async function readCapped(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length
    if (sizeBytes > LARGEST_BYTES) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
