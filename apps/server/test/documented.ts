import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Described = { paths: Record<string, Record<string, { responses: Record<string, Response> }>> }
type Response = { $ref?: string; content?: Record<string, unknown> }

export type Served = {
  method: string
  /** Without the query. */
  path: string
  status: number
  contentType: string
  body: string
}

export type DocumentCheck = (served: Served) => string | undefined

const DOCUMENT = 'document'
const JSON_TYPE = 'application/json'

/**
 * Compares replies with an OpenAPI document: returns what is wrong with one, undefined if nothing is or if the call is
 * not of the public API.
 */
export function createDocumentCheck(document: object): DocumentCheck {
  const { paths } = document as Described
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(document, DOCUMENT)
  const routes = Object.keys(paths).toSorted(byParameters).map((path) => ({ path, pattern: patternOf(path) })) // prettier-ignore
  const compiled = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: string) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }

  return ({ method, path, status, contentType, body }) => {
    const route = routes.find(({ pattern }) => pattern.test(path))?.path
    const operation = route && paths[route]?.[method.toLowerCase()]
    if (!route || !operation) return undefined
    const name = `${method} ${route} ${status}`
    const response = operation.responses[status]
    if (!response) return `${name} is not documented: ${body.slice(0, 300)}`
    if (!contentType.startsWith(JSON_TYPE)) return undefined
    const place =
      response.$ref?.slice(1) ?? pointerTo('paths', route, method.toLowerCase(), 'responses', String(status))
    const validate = validatorOf(`${place}${pointerTo('content', JSON_TYPE, 'schema')}`)
    if (validate(JSON.parse(body))) return undefined
    return `${name} differs from its document: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 300)}`
  }
}

/** `/api/scripts/search` before `/api/scripts/{id}`. */
function byParameters(a: string, b: string): number {
  return a.split('{').length - b.split('{').length
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function pointerTo(...steps: string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
}
