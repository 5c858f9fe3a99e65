<?php

/**
 * Connection to the studio's API: the stored address and key, and a client that has them.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

use StudioIntegration\StudioClient;

defined('ABSPATH') || exit;

/** One array, since WordPress' page of all options shows texts, but no arrays. */
const OPTION = 'studio_integration';

/** @return array{address: string, key: string} */
function settings(): array
{
    $stored = (array) get_option(OPTION, []);
    return ['address' => (string) ($stored['address'] ?? ''), 'key' => (string) ($stored['key'] ?? '')];
}

function is_set_up(): bool
{
    return settings()['address'] !== '' && settings()['key'] !== '';
}

/**
 * @param float $timeoutSeconds shorter than the patience of the site's server, which would end the page's request
 *
 * @throws \InvalidArgumentException if address or key are missing
 */
function client(float $timeoutSeconds, int $retries = 2): StudioClient
{
    ['address' => $address, 'key' => $key] = settings();
    return new StudioClient($key, $address, language(), $retries, $timeoutSeconds);
}

/** Language of the API's sentences, and of the mails to the customer: the site's, if the service speaks it. */
function language(): string
{
    return str_starts_with(determine_locale(), 'uk') ? 'uk' : 'en';
}
