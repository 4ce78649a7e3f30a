/** Where a recording comes from: a file of this device, or an address. */
export type Source = FileSource | UrlSource
export type FileSource = { kind: 'file'; name: string; type: string; size: number }
export type UrlSource = { kind: 'url'; title: string; url: string }

export function fileSource({ name, type, size }: File): FileSource {
  return { kind: 'file', name, type, size }
}

/** Until the service has found out what an address leads to, the address itself is the title. */
export function urlSource(url: string, title = url): UrlSource {
  return { kind: 'url', title, url }
}

export function nameOf(source: Source): string {
  return source.kind === 'file' ? source.name : source.title
}
