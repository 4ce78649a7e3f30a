const LONGEST = 255
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
const CONTROL = /[\u0000-\u001f\u007f]/g

/** A name as people gave it, made safe to keep: no path, no control characters, at most 255 characters. */
export function cleanFileName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last.replace(CONTROL, '').trim().slice(0, LONGEST)
  return clean || 'file'
}

/** Guessed from the type the browser sent; the pipeline corrects it after looking inside. */
export function mediaKind(contentType: string): 'audio' | 'video' {
  return contentType.startsWith('video/') ? 'video' : 'audio'
}
