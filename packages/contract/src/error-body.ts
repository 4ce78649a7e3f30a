import * as z from 'zod/mini'

export const FieldErrorBody = z.object({ code: z.string(), message: z.string() })

/** A file that is too big: its size, name, and the largest size allowed. */
export const TooBig = z.object({ size: z.number(), fileName: z.string(), fileSize: z.number() })
export type TooBig = z.infer<typeof TooBig>

/** The one shape of every failure. `error` is the text that clients of the first version look for; for a link to a file too big it is an object. */
export const ErrorBody = z.object({
  error: z.union([z.string(), TooBig]),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), FieldErrorBody)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
