/** JSON Schema of the subset that OpenAI's strict mode, xgrammar and GBNF share; zod checks lengths and ranges. */
export function object(properties: Record<string, object>): object {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}

export const array = (items: object): object => ({ type: 'array', items })
export const oneOf = (values: readonly string[]): object => ({ type: 'string', enum: [...values] })
export const string: object = { type: 'string' }
export const integer: object = { type: 'integer' }
export const boolean: object = { type: 'boolean' }
