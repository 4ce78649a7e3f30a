export {
  contactOf,
  insertUser,
  lockUser,
  type NewUser,
  rememberUpload,
  updateEmail,
  updateUser,
  userByEmail,
  userById,
} from './repo.ts'
