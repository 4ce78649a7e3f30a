import { errors } from '@doslovno/domain/errors.ts'

const { tokenNotValid, tokenUsed, userExists, wrongToken } = errors

const ofRegistration = new Map<string, string>([
  [tokenUsed.message, 'Ссылка уже была использована'],
  [wrongToken.message, 'Неверная ссылка'],
  [userExists.message, 'Пользователь с таким e-mail уже зарегистрирован'],
])

const ofRecovery = new Map<string, string>([
  [tokenUsed.message, 'Ссылка уже была использована для восстановления пароля'],
  [tokenNotValid.message, 'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку'],
])

const ofChange = new Map<string, string>([
  [tokenUsed.message, 'Данная ссылка уже была использована'],
  [tokenNotValid.message, 'Данная ссылка не действительна'],
])

/** Why a registration was not confirmed, by the server's text; one without a translation is shown as it is. */
export function registrationFailure(wireText: string): string {
  return ofRegistration.get(wireText) ?? wireText
}

/** Why a link cannot set a new password; undefined when the link is not to blame. */
export function recoveryFailure(wireText: string): string | undefined {
  return ofRecovery.get(wireText)
}

/** Why a new e-mail or password was not confirmed; undefined when there is nothing more to say than that. */
export function changeFailure(wireText: string): string | undefined {
  return ofChange.get(wireText)
}
