export { ContactForm } from './contact-form.tsx'
export { LogoutDialog } from './logout-dialog.tsx'
export { PasswordQuestion } from './password-question.tsx'
export { SessionList } from './session-list.tsx'
