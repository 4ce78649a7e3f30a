/** Where a recording comes from: a local file, or an address. */
export type Source = FileSource | UrlSource
export type FileSource = { kind: 'file'; name: string; type: string; size: number }
export type UrlSource = { kind: 'url'; title: string; url: string }

export function fileSource({ name, type, size }: File): FileSource {
  return { kind: 'file', name, type, size }
}

/** The address is the title until the service knows a better one. */
export function urlSource(url: string, title = url): UrlSource {
  return { kind: 'url', title, url }
}

export function nameOf(source: Source): string {
  return source.kind === 'file' ? source.name : source.title
}
