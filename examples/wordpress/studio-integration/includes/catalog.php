<?php

/**
 * The studio's choices for visitors: active materials and qualities, kept for minutes.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

use StudioIntegration\StudioError;

defined('ABSPATH') || exit;

const CATALOG = 'studio_integration_catalog';
const CATALOG_SECONDS = 600;
/** A page must not wait for a service that does not answer, each time anew. */
const UNREACHABLE_SECONDS = 60;

/**
 * Names and ids only: costs, stock and machine settings stay with the studio.
 *
 * @return ?array{materials: list<array{id: int, name: string, technology: string}>,
 *     qualities: list<array{id: int, name: string, technology: string, isDefault: bool}>} null if the service does not answer
 */
function catalog(): ?array
{
    $kept = get_transient(CATALOG);
    if (is_array($kept)) {
        return $kept['offered'];
    }
    try {
        $client = client(10, 0);
        $offered = [
            'materials' => array_map(static fn (array $material): array => [
                'id' => $material['id'],
                'name' => implode(', ', array_filter([$material['name'], $material['color']])),
                'technology' => $material['technology']['name'],
            ], array_values(array_filter($client->materials(), static fn ($one) => $one['status'] === 'active'))),
            'qualities' => array_map(static fn (array $quality): array => [
                'id' => $quality['id'],
                'name' => $quality['name'],
                'technology' => $quality['technology']['name'],
                'isDefault' => $quality['isDefault'],
            ], array_values(array_filter($client->printingQualities(), static fn ($one) => $one['isActive']))),
        ];
    } catch (StudioError | \InvalidArgumentException $error) {
        log_error($error);
        $offered = null;
    }
    set_transient(CATALOG, ['offered' => $offered], $offered === null ? UNREACHABLE_SECONDS : CATALOG_SECONDS);
    return $offered;
}

/** Another studio, or another key, has another catalog. */
function forget_catalog(): void
{
    delete_transient(CATALOG);
}

/** For the site's operator. The client's messages never hold the key. */
function log_error(\Throwable $error): void
{
    error_log('Studio Integration: ' . $error->getMessage());
}
