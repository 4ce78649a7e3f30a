const MEGABYTE = 1024 * 1024

export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** Fetches without following redirects, which could carry the key and the words elsewhere, and bounds the answer. */
export async function cappedFetch(
  url: string | URL | Request,
  init?: RequestInit,
  largestBytes = MEGABYTE,
): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  const { status, statusText, headers } = response
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length
    if (sizeBytes > largestBytes) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}

/** Drops the parser's error: it quotes the text, which may hold a token or an address. */
export async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined)
}
