import { errorCodes } from '@doslovno/domain/errors.ts'
import * as z from 'zod/mini'

/** Why something failed; clients decide by it. */
export const ErrorCode = z.enum(errorCodes)

export const FieldErrorBody = z.object({ code: z.string(), message: z.string() })

/** A file that is too big. `fileSize` is the largest size allowed. */
export const TooBig = z.object({ size: z.number(), fileName: z.string(), fileSize: z.number() })
export type TooBig = z.infer<typeof TooBig>

/** Every error reply. First-version clients match on `error`, a text, or an object if the file behind a link is too big. */
export const ErrorBody = z.object({
  error: z.union([z.string(), TooBig]),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), FieldErrorBody)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
