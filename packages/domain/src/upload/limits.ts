/** One megabyte is 10⁶ bytes everywhere in the product. */
export const BYTES_PER_MB = 1_000_000

/** The size limit of a tariff without one. */
export const DEFAULT_FILE_SIZE_MB = 300

/** Shown by a drop area without a limit. */
export const DEFAULT_AREA_SIZE_MB = 1024

/** For every tariff. */
export const LONGEST_RECORDING_SECONDS = 12 * 3600

/** Offered by the file picker; probing decides whether a file really is media. */
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
  // Voice messages, which some systems do not recognise as audio.
  '.ogg',
  '.opus',
  '.amr',
  '.3gp',
] as const
