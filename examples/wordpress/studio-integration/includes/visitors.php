<?php

/**
 * Visitors: their own requests only, their share of the studio's hour, and models that this site gave to them.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

defined('ABSPATH') || exit;

/** An upload, a price or an order; each asks the API once or twice, of 300 requests an hour on the smallest plan. */
const REQUESTS_AN_HOUR = 60;

/** Whether the request comes from this site's page: by its nonce, and by the site that the browser names. */
function is_from_own_page(\WP_REST_Request $request): bool
{
    $site = $request->get_header('Sec-Fetch-Site');
    return ($site === null || $site === 'same-origin') && wp_verify_nonce((string) $request->get_header('X-WP-Nonce'), 'wp_rest') !== false;
}

/** Counts a visitor's request; false above the limit. Requests of the same moment may be counted as one. */
function may_ask(): bool
{
    $counter = 'studio_print_' . substr(hash_hmac('sha256', visitor_network(), wp_salt()), 0, 32);
    $kept = get_transient($counter);
    $used = is_array($kept) ? $kept : ['count' => 0, 'until' => time() + HOUR_IN_SECONDS];
    $used['count']++;
    set_transient($counter, $used, max(1, $used['until'] - time()));
    return $used['count'] <= (int) apply_filters('studio_integration_requests_an_hour', REQUESTS_AN_HOUR);
}

/** The visitor's address; of IPv6 its first half, since a visitor has all of the second. */
function visitor_network(): string
{
    // Behind a proxy every visitor has the proxy's: the site's operator names the right header by this filter.
    $address = (string) apply_filters('studio_integration_visitor_address', (string) ($_SERVER['REMOTE_ADDR'] ?? ''));
    $bytes = filter_var($address, FILTER_VALIDATE_IP) === false ? $address : (string) inet_pton($address);
    return strlen($bytes) === 16 ? substr($bytes, 0, 8) : $bytes;
}

/** A modelId as the page gets it: a visitor can name only models from this site's own answers. */
function signed_model(string $modelId): string
{
    return $modelId . '.' . hash_hmac('sha256', "model of a visitor $modelId", wp_salt());
}

/** The model's id; null if this site did not sign it. */
function opened_model(string $signed): ?string
{
    $modelId = substr($signed, 0, (int) strrpos($signed, '.'));
    return $modelId !== '' && hash_equals(signed_model($modelId), $signed) ? $modelId : null;
}
