/** Names under which people keep recordings. */
const RECORDING_NAME =
  /\.(?:mp3|mp2|m4a|m4b|mp4|m4v|mov|qt|mkv|mka|webm|wav|w64|flac|ogg|oga|ogv|opus|aac|amr|3gpp?|wma|wmv|asf|avi|aiff?|caf|au|flv|ts|mts|m2ts|mpe?g)$/i

/**
 * Why a file is refused that begins like no recording: under the name of a recording it is a broken one, unless it
 * begins like something else.
 */
export function blameFor(fileName: string, head: Uint8Array): 'mediaBroken' | 'unsupportedFormat' {
  return RECORDING_NAME.test(fileName) && !isText(head) && !isOtherFormat(head) ? 'mediaBroken' : 'unsupportedFormat'
}

const BYTE_ORDER_MARKS = ['\xff\xfe', '\xfe\xff']

/** No control characters but those of lines, in whatever encoding. */
function isText(head: Uint8Array): boolean {
  return begins(head, BYTE_ORDER_MARKS) || head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

/** Documents, archives, pictures and programs. One character per byte. */
const OTHERS = [
  '%PDF',
  'PK\x03\x04',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  'FORM',
]
const PROGRAMS = ['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xd0\xcf\x11\xe0']

function isOtherFormat(head: Uint8Array): boolean {
  return begins(head, [...OTHERS, ...PROGRAMS]) || begins(head.subarray(4), ['ftyp'])
}

function begins(head: Uint8Array, signatures: readonly string[]): boolean {
  const start = String.fromCharCode(...head.subarray(0, 4))
  return signatures.some((signature) => start.startsWith(signature))
}
