import { DomainError, isDomainError } from '../errors.ts'
import { pathText } from './path.ts'

/* Errors with the texts of the reference implementation, which clients search for in messages. */

export function doesNotExist(): DomainError {
  return new DomainError('not-found', 'file does not exist')
}

export function alreadyHasEntry(): DomainError {
  return new DomainError('already-exists', 'directory already has entry by that name')
}

export function alreadyExists(): DomainError {
  return new DomainError('already-exists', 'file already exists')
}

/** The error for a file where a directory is needed. `names` lead to it; the text ends in a slash. */
export function isNotDirectory(names: readonly string[]): DomainError {
  return new DomainError('failed-precondition', `${pathText([...names, ''])} is not a directory`)
}

export function wasNotFile(path: string): DomainError {
  return new DomainError('failed-precondition', `${path} was not a file`)
}

/** The same error with a prefix before its message. */
export function prefixed(prefix: string, error: DomainError): DomainError {
  return new DomainError(error.code, `${prefix}: ${error.message}`, { cause: error, details: error.details })
}

/** Adds a prefix to the errors of a task, unless they already begin with its first word. */
export async function prefixErrors<T>(prefix: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    const [word = ''] = prefix.split(':')
    if (!isDomainError(error) || error.message.startsWith(`${word}: `)) throw error
    throw prefixed(prefix, error)
  }
}

/** The error for a path through a file. `names` lead to the name below the file. */
export function cannotAccess(names: readonly string[]): DomainError {
  return new DomainError('failed-precondition', `cannot access ${names.join('/')}: Not a directory`)
}

export function wasSymlink(): DomainError {
  return new DomainError('unsupported', 'symlinks not yet supported')
}
