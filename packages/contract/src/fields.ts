import * as z from 'zod/mini'

export const Done = z.object({})
export const Email = z.string().check(z.maxLength(320))
export const Password = z.string().check(z.maxLength(1000))
/** Of an authenticator app, or a recovery code. */
export const Code = z.string().check(z.trim(), z.maxLength(50))
/** A fresh proof that the caller is the owner: the password, or a code. */
export const Proof = z.object({ password: z.optional(Password), code: z.optional(Code) })
export const Token = z.string().check(z.maxLength(4000))
export const Name = z.string().check(z.trim(), z.maxLength(100))
/** The query string of the landing page. */
export const UtmData = z._default(z.string().check(z.maxLength(2000)), '')

export const ScriptId = z.object({ id: z.uuid() })
