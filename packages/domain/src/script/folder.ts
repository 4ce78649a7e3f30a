/** Folders of one user. */
export const MOST_FOLDERS = 500

export const LONGEST_FOLDER_NAME = 60

/** Files of one move, deletion or archive: the longest page of a list. */
export const MOST_AT_ONCE = 100

/** Control characters, and those that turn the direction of a text. */
// oxlint-disable-next-line no-control-regex -- removes control characters
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The name of a folder as it is stored; empty if nothing visible is left of it. */
export function tidyFolderName(name: string): string {
  return name.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim().slice(0, LONGEST_FOLDER_NAME)
}
