export { Invite } from './invite/invite.tsx'
export { Vocabulary } from './vocabulary.tsx'
