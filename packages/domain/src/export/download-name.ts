const LONGEST = 100
const EXTENSION = /(?<=.)\.(?=\p{N}*[a-z])[a-z\p{N}]{2,5}$/iu
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
/** Names of devices, which Windows does not let a file have. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** A file's name without its extension. */
export function titleOf(fileName: string): string {
  return fileName.replace(EXTENSION, '')
}

/** A name for what is taken away, one that every file system takes. */
export function downloadName(fileName: string, extension: string): string {
  const title = titleOf(fileName).replace(FORBIDDEN, ' ').replace(/\s+/gu, ' ')
  const short = title.slice(0, LONGEST).replace(/\p{Surrogate}$/u, '')
  const clean = short.replace(/^[\s.]+|[\s.]+$/gu, '')
  return `${clean && !RESERVED.test(clean) ? clean : `transcript ${clean}`.trim()}.${extension}`
}
