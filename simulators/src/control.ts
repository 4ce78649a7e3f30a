import * as z from 'zod'

import { type Call, isJson, json, jsonOf, type Reply, type Routes } from './http.ts'

type Work<Body> = (body: Body) => object | void | Promise<object | void>

/** A control of tests, below `/control/`. JSON only: a page of another site could post a form here. */
export function command<Body>(schema: z.ZodType<Body>, work: Work<Body>) {
  return async (call: Call): Promise<Reply> => {
    if (!isJson(call)) return json(415, { error: 'JSON is expected' })
    const body = schema.safeParse(jsonOf(call))
    return body.success ? json(200, (await work(body.data)) ?? {}) : json(400, { error: z.prettifyError(body.error) })
  }
}

/** A question or an action of a test, without a body. */
export const question =
  (work: () => object | void): Routes[string] =>
  () =>
    json(200, work() ?? {})
