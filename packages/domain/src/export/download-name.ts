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

const LONGEST_STEM = 120
const LONGEST_EXTENSION = 12
// oxlint-disable-next-line no-control-regex -- removes control characters
const FORBIDDEN_IN_ARCHIVE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
/** «.» and «..» of a path. */
const STEPS = /(?<=^|[\s\\/])\.+(?=[\\/])/g
/** Device names, which Windows does not allow for files, whatever their extension. */
const RESERVED_IN_ARCHIVE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Makes names of one folder: each fits every file system, leads nowhere else, and occurs once. */
export function createNames(): (wished: string) => string {
  const taken = new Set<string>()
  return (wished) => {
    const [stem, extension] = partsOf(wished)
    for (let count = 1; ; count++) {
      const name = count === 1 ? `${stem}${extension}` : `${stem} (${count})${extension}`
      // Windows and macOS do not tell cases apart.
      const key = name.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}

function partsOf(wished: string): [string, string] {
  const inPlace = wished.normalize('NFC').replace(STEPS, ' ')
  const plain = inPlace.replace(FORBIDDEN_IN_ARCHIVE, ' ').replace(/\s+/gu, ' ').trim()
  const clean = plain.replace(/^\.+/u, '').replace(/[\s.]+$/u, '')
  const dot = clean.lastIndexOf('.')
  const isExtension = dot > 0 && clean.length - dot <= LONGEST_EXTENSION
  const stem = (isExtension ? clean.slice(0, dot) : clean)
    .slice(0, LONGEST_STEM)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
  const safe = stem === '' || RESERVED_IN_ARCHIVE.test(stem) ? `file ${stem}`.trim() : stem
  return [safe, isExtension ? clean.slice(dot) : '']
}
