/** A string that is already HTML. */
export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Value = string | Markup | readonly Markup[]

/** An HTML template tag: escapes every value that is not markup itself. */
export function markup(template: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(sourceOf)))
}

function sourceOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  return value instanceof Markup ? value.source : value.map(({ source }) => source).join('\n')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe in the text of an element and in a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
