/** Text that is HTML already. */
export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Value = string | Markup | readonly Markup[]

/** A template of HTML: whatever is put into it is escaped, unless it is markup itself. */
export function markup(template: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(sourceOf)))
}

function sourceOf(value: Value): string {
  if (typeof value === 'string') return escape(value)
  return value instanceof Markup ? value.source : value.map(({ source }) => source).join('\n')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
