import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

const EXTENDED = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i
const PLAIN = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i

/** A link's file name: the server's, else the last segment of its path, else its host. */
export function fileNameOf(disposition: string | undefined, url: URL): string {
  return cleanFileName(dispositionName(disposition ?? '') || pathName(url) || url.hostname)
}

/** RFC 6266: prefer the extended form, which declares its charset. */
function dispositionName(disposition: string): string {
  const [, charset = '', encoded = ''] = EXTENDED.exec(disposition) ?? []
  const extended = decodeExtended(encoded, charset)
  if (extended) return extended
  const [, quoted, bare = ''] = PLAIN.exec(disposition) ?? []
  return decodePercents(decodeBytes(quoted?.replace(/\\(.)/g, '$1') ?? bare.trim()))
}

/** RFC 5987, in any charset `TextDecoder` knows. */
function decodeExtended(encoded: string, charset: string): string | undefined {
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return attempt(() => new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1')))
}

/** Node reads headers as latin1; many servers send UTF-8. */
function decodeBytes(name: string): string {
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'))) ?? name
}

function pathName({ pathname }: URL): string {
  return decodePercents(pathname.split('/').findLast(Boolean) ?? '')
}

function decodePercents(name: string): string {
  return attempt(() => decodeURIComponent(name)) ?? name
}

function attempt(decode: () => string): string | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
