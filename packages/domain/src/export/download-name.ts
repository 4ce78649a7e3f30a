const LONGEST = 100
const EXTENSION = /(?<=.)\.(?=\p{N}*[a-z])[a-z\p{N}]{2,5}$/iu
// oxlint-disable-next-line no-control-regex -- removes control characters
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
/** Device names, which Windows does not allow for files. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** A file's name without its extension. */
export function titleOf(fileName: string): string {
  return fileName.replace(EXTENSION, '')
}

/** A file name that every file system accepts. */
export function downloadName(fileName: string, extension: string): string {
  const title = titleOf(fileName).replace(FORBIDDEN, ' ').replace(/\s+/gu, ' ')
  const short = title.slice(0, LONGEST).replace(/\p{Surrogate}$/u, '')
  const clean = short.replace(/^[\s.]+|[\s.]+$/gu, '')
  return `${clean && !RESERVED.test(clean) ? clean : `transcript ${clean}`.trim()}.${extension}`
}
