/** One megabyte is 10⁶ bytes everywhere in the product. */
export const BYTES_PER_MB = 1_000_000

/** The size limit of a tariff that names none. */
export const DEFAULT_FILE_SIZE_MB = 300

/** What the drop area itself says when it is told no limit. */
export const DEFAULT_AREA_SIZE_MB = 1024

/** Nothing longer is processed, whatever the tariff. */
export const LONGEST_RECORDING_SECONDS = 12 * 3600

/** What the file picker offers; the truth is found later by looking inside the file. */
export const ACCEPTED_MEDIA = [
  'video/*',
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/x-matroska',
  '.mkv',
  'video/webm',
  'audio/*',
  'audio/mpeg',
  'audio/wav',
  '.m4a',
  '.m4b',
  // Voice messages, which some systems do not know for sound.
  '.ogg',
  '.opus',
  '.amr',
  '.3gp',
] as const
