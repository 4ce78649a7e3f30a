/** The folder that was open when a file was chosen. */
const folders = new WeakMap<File, string>()

export function aimAtFolder(files: readonly File[], folderId: string | undefined) {
  if (folderId === undefined) return
  for (const file of files) folders.set(file, folderId)
}

export function targetOf(file: File): string | undefined {
  return folders.get(file)
}
