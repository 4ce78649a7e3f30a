const LONGEST = 255
// oxlint-disable-next-line no-control-regex -- removes control characters
const CONTROL = /[\u0000-\u001f\u007f]/g

/** Sanitises a user's file name: no path, no control characters, at most 255 characters. */
export function cleanFileName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last.replace(CONTROL, '').trim().slice(0, LONGEST)
  return clean || 'file'
}

const UNKNOWN_TYPE = 'application/octet-stream'

/** A content type as it may stand in a header, without parameters; anything else is unknown. */
export function cleanContentType(type: string): string {
  const essence = type.split(';')[0]?.trim() ?? ''
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(essence) ? essence : UNKNOWN_TYPE
}

/** A guess from the browser's content type; probing the file corrects it. */
export function mediaKind(contentType: string): 'audio' | 'video' {
  return contentType.startsWith('video/') ? 'video' : 'audio'
}
