import * as z from 'zod/mini'

export const FieldErrorBody = z.object({ code: z.string(), message: z.string() })

/** The one shape of every failure. `error` is the text that clients of the first version look for. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), FieldErrorBody)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
