import type { Call } from '#http.ts'

/** A request for a transcription, as it was sent. */
export type Asked = {
  model: string
  language: string | undefined
  /** `verbose_json` and word times under the name with brackets; without both there are no words. */
  wantsWords: boolean
  pcm: Uint8Array
  seconds: number
  fields: string[]
}

const BYTES_PER_SECOND = 32_000

/** Undefined if it is no form with a WAV file of 16 kHz, mono, 16 bits. */
export async function readForm({ headers, body }: Call): Promise<Asked | undefined> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return undefined
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!form || !(file instanceof Blob)) return undefined
  const pcm = pcmOf(Buffer.from(await file.arrayBuffer()))
  if (!pcm) return undefined
  const isTimed = form.getAll('timestamp_granularities[]').includes('word')
  return {
    model: textOf(form.get('model')),
    language: textOf(form.get('language')) || undefined,
    wantsWords: isTimed && form.get('response_format') === 'verbose_json',
    pcm,
    seconds: pcm.length / BYTES_PER_SECOND,
    fields: [...form.keys()],
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function pcmOf(file: Buffer): Uint8Array | undefined {
  const data = file.indexOf('data')
  if (file.toString('latin1', 0, 4) !== 'RIFF' || data < 0) return undefined
  const [channels, rate, bits] = [file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]
  return channels === 1 && rate === 16_000 && bits === 16 ? file.subarray(data + 8) : undefined
}
