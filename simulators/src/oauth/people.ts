import * as z from 'zod'

/** A person who signs in. All three providers identify people by a number. */
export const Person = z.object({
  id: z.string().regex(/^[1-9]\d{0,14}$/, 'The id is a number of up to 15 digits'),
  name: z.string().trim().min(1, 'The name is missing').max(200),
  surname: z.string().trim().max(200).default(''),
  email: z.nullable(z.email('The e-mail is not an address')).default(null),
  isEmailVerified: z.boolean().default(true),
})
export type Person = z.infer<typeof Person>

/** A new person, one whose e-mail has a seeded account, one without an e-mail. */
export const presets: readonly Person[] = [
  { id: '1001', name: 'Maria', surname: 'Orlova', email: 'maria@example.ru', isEmailVerified: true },
  { id: '1002', name: 'Anna', surname: 'Kovaleva', email: 'anna@example.ru', isEmailVerified: true },
  { id: '1003', name: 'Oleg', surname: 'Sokolov', email: null, isEmailVerified: false },
]

/** Reads the person chosen on the consent page: a preset or a typed one. */
export function readPerson(form: URLSearchParams) {
  const preset = presets.find(({ id }) => id === form.get('person'))
  return Person.safeParse(
    preset ?? {
      id: form.get('id')?.trim() ?? '',
      name: form.get('name') ?? '',
      surname: form.get('surname') ?? '',
      email: form.get('email')?.trim() || null,
      isEmailVerified: form.has('verified'),
    },
  )
}
