import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import { componentTexts as componentsInRussian } from '@doslovno/texts/api-docs/components.ts'
import { errorTexts as errorsInRussian } from '@doslovno/texts/api-docs/errors.ts'
import { operationTexts as operationsInRussian } from '@doslovno/texts/api-docs/operations.ts'
import type * as z from 'zod/mini'

import type { ComponentName, Components } from './components.ts'
import type { Endpoints, OperationName } from './operations.ts'
import type { PublicErrorCode } from './possible-errors.ts'

export type FieldTexts = Readonly<Record<string, string>>
export const parts = ['params', 'query', 'body', 'reply'] as const
export type Part = (typeof parts)[number]
export type OperationText = { summary: string; description: string } & { readonly [P in Part]?: FieldTexts }

// The types of these constants are the check: a call, field or code without its text does not compile.
const checkedOperations: { [Name in OperationName]: TextOf<Endpoints[Name]> } = operationsInRussian
const checkedComponents: { [Name in ComponentName]: { about: string; fields: Fields<Components[Name]> } } =
  componentsInRussian
const checkedErrors: Readonly<Record<PublicErrorCode, string>> = errorsInRussian

export const operationTexts: Record<OperationName, OperationText> = checkedOperations
export const componentTexts: Record<ComponentName, { about: string; fields: FieldTexts }> = checkedComponents
export const errorTexts = checkedErrors

/** Parts that are named objects have their texts there. */
type TextOf<E extends Endpoint> = { summary: string; description: string } & {
  readonly [P in Part as E[P] extends z.ZodMiniType ? (IsNamed<E[P]> extends true ? never : P) : never]: Fields<E[P]>
}
type Fields<S> = S extends z.ZodMiniObject ? { readonly [K in keyof z.input<S> & string]-?: string } : FieldTexts
type IsNamed<S> = true extends { [Name in ComponentName]: IsSame<S, Components[Name]> }[ComponentName] ? true : false
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
