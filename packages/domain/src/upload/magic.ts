/** Enough for two of the largest mp3 frames or three packets of a transport stream. */
export const HEAD_BYTES = 4096

/** Whether a file may be a recording, by its first bytes. Playlists, pages and pictures never are. */
export function looksLikeMedia(head: Uint8Array): boolean {
  return mediaTypeOf(head) !== undefined
}

/** The media type by the first bytes, whatever the name or content type says. */
export function mediaTypeOf(head: Uint8Array): string | undefined {
  return isoTypeOf(head) ?? riffTypeOf(head) ?? ebmlTypeOf(head) ?? signedTypeOf(head) ?? framedTypeOf(head)
}

type Signature = readonly [type: string, offset: number, bytes: string]

// One character per byte.
const SIGNATURES: readonly Signature[] = [
  ['audio/mpeg', 0, 'ID3'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/amr', 0, '#!AMR'],
  ['audio/x-caf', 0, 'caff\0'],
  ['audio/basic', 0, '.snd\0'],
  ['video/x-flv', 0, 'FLV\x01'],
  ['video/x-ms-asf', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'],
  ['audio/x-w64', 0, 'riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb'],
  ['video/mpeg', 0, '\0\0\x01\xba'],
  ['video/mpeg', 0, '\0\0\x01\xb3'],
]

function signedTypeOf(head: Uint8Array): string | undefined {
  return SIGNATURES.find(([, offset, bytes]) => has(head, offset, bytes))?.[0]
}

const BRANDS: Record<string, string> = { 'M4A ': 'audio/mp4', 'M4B ': 'audio/mp4', 'qt  ': 'video/quicktime' }
/** Image formats use the same container. */
const PICTURES = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis', 'crx ']
/** First boxes of QuickTime files older than `ftyp`. */
const OLD_BOXES = ['moov', 'mdat', 'wide', 'free', 'skip']

/** ISO base media: mp4, mov, m4a, 3gp. A file is a sequence of boxes, each with a length and a name. */
function isoTypeOf(head: Uint8Array): string | undefined {
  const box = text(head, 4, 8)
  if (OLD_BOXES.includes(box) && has(head, 0, '\0')) return 'video/quicktime'
  if (box !== 'ftyp' || !has(head, 0, '\0\0')) return undefined
  const brand = text(head, 8, 12)
  if (PICTURES.includes(brand)) return undefined
  return BRANDS[brand] ?? (brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4')
}

/** RIFF and IFF: WAV, AVI, AIFF, but images too. */
function riffTypeOf(head: Uint8Array): string | undefined {
  const [form, content] = [text(head, 0, 4), text(head, 8, 12)]
  if (form === 'FORM') return ['AIFF', 'AIFC'].includes(content) ? 'audio/aiff' : undefined
  if (!['RIFF', 'RIFX', 'RF64', 'BW64'].includes(form)) return undefined
  if (content === 'WAVE') return 'audio/wav'
  return content === 'AVI ' ? 'video/x-msvideo' : undefined
}

function ebmlTypeOf(head: Uint8Array): string | undefined {
  if (!has(head, 0, '\x1a\x45\xdf\xa3')) return undefined
  return text(head, 0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska'
}

/** Formats without a signature: transport stream packets, mp3 and raw AAC frames. */
function framedTypeOf(head: Uint8Array): string | undefined {
  if (hasEvery(head, 0, 188) || hasEvery(head, 4, 192)) return 'video/mp2t'
  if (isFrameThenFrame(head, mpegFrameBytes)) return 'audio/mpeg'
  if (isFrameThenFrame(head, adtsFrameBytes)) return 'audio/aac'
  return undefined
}

/** Every packet of a transport stream begins with the sync byte `G`. */
function hasEvery(head: Uint8Array, offset: number, packetBytes: number): boolean {
  return [0, 1, 2].every((packet) => head[offset + packet * packetBytes] === 0x47)
}

/** Text in some encodings looks like a frame header, so a second frame must follow the first. */
function isFrameThenFrame(head: Uint8Array, frameBytes: (head: Uint8Array, offset: number) => number): boolean {
  const first = frameBytes(head, 0)
  return first > 0 && frameBytes(head, first) > 0
}

const V1_LAYER_3_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const V1_LAYER_2_KBITS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
const V2_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const V1_RATES = [44_100, 48_000, 32_000]

/** The length of the MPEG audio frame (layer 2 or 3) at the offset; 0 if there is none. */
function mpegFrameBytes(head: Uint8Array, offset: number): number {
  const [sync = 0, kinds = 0, rates = 0] = head.subarray(offset, offset + 3)
  const [version, layer] = [(kinds >> 3) & 3, (kinds >> 1) & 3]
  if (sync !== 0xff || kinds >> 5 !== 7 || version === 1 || (layer !== 1 && layer !== 2)) return 0
  const isFirst = version === 3
  const kbits = (isFirst ? (layer === 1 ? V1_LAYER_3_KBITS : V1_LAYER_2_KBITS) : V2_KBITS)[rates >> 4] ?? 0
  const rate = (V1_RATES[(rates >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
  if (kbits === 0 || rate === 0) return 0
  const samplesPerByte = isFirst || layer === 2 ? 144 : 72
  return Math.floor((samplesPerByte * kbits * 1000) / rate) + ((rates >> 1) & 1)
}

/** The length of the AAC frame with an ADTS header at the offset; 0 if there is none. */
function adtsFrameBytes(head: Uint8Array, offset: number): number {
  const [sync = 0, kinds = 0, rates = 0, high = 0, middle = 0, low = 0] = head.subarray(offset, offset + 6)
  if (sync !== 0xff || (kinds & 0xf6) !== 0xf0 || ((rates >> 2) & 15) > 12) return 0
  const frameBytes = ((high & 3) << 11) | (middle << 3) | (low >> 5)
  return frameBytes > 7 ? frameBytes : 0
}

const text = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))

const has = (head: Uint8Array, offset: number, bytes: string) => text(head, offset, offset + bytes.length) === bytes
