import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

/** In the order we prefer them. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']
/** Below this a reply fits one packet anyway. */
const SHORTEST_BYTES = 1000

/** Chooses an encoding that the caller accepts; without a header the reply stays as it is. */
export function encodingFor(accepted: string | undefined): Encoding {
  // The cast is safe: it returns one of the values given, or null.
  return (negotiate(accepted ?? '', ENCODINGS) as Encoding | null) ?? 'identity'
}

export type Encoded = { encoding: Encoding; body: Buffer }

/** Compresses in a thread of the pool, not in the event loop. */
export async function encode(text: string, encoding: Encoding): Promise<Encoded> {
  const plain = Buffer.from(text)
  const isShort = plain.length < SHORTEST_BYTES
  if (isShort || encoding === 'identity') return { encoding: 'identity', body: plain }
  return { encoding, body: await compress[encoding](plain) }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

/** Higher levels take over twice the time for a twentieth of the size (docs/decisions/0026). */
const compress: Record<Exclude<Encoding, 'identity'>, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => brotli(plain, { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  gzip: (plain) => zip(plain, { level: 4 }),
}
