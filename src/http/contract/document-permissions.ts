// Permissions in the OpenAPI document: each operation that not every key opens says so, and has its own 403.

import { KEY_PERMISSIONS } from "../../domain/api-key.ts";
import { permissionsOpening } from "../permitted-operations.ts";
import { RESTRICTED_RESPONSE } from "./contract.ts";

/** The parts of an OpenAPI document that permissions change. */
interface PermittedDocument {
  readonly paths?: Readonly<Record<string, object>>;
}

/** The document with the permissions of its operations. */
export function withPermissions<Document extends PermittedDocument>(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => {
    const permitted = Object.entries(operations).map(([method, operation]: [string, object]) => {
      return [method, permittedOperation(operation, permissionsOpening(method.toUpperCase(), path))];
    });
    return [path, Object.fromEntries(permitted)];
  });
  // The same operations at the same paths.
  return { ...document, paths: Object.fromEntries(paths) };
}

function permittedOperation(operation: object, permissions: readonly string[]): object {
  if (permissions.length === KEY_PERMISSIONS.length) return operation;
  const { description, responses } = Object.assign({ description: "", responses: {} }, operation);
  const opening = permissions.map((permission) => `\`${permission}\``).join(" or ");
  return {
    ...operation,
    description: `${description} For keys of the permission ${opening}.`,
    responses: { ...responses, 403: RESTRICTED_RESPONSE },
  };
}
