<?php

/**
 * Routes of the page's script: a model, its price, its order. They add the key, which so stays on the server.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

use StudioIntegration\ConflictError;
use StudioIntegration\RateLimitError;
use StudioIntegration\StudioApiError;
use StudioIntegration\StudioError;
use StudioIntegration\TimeoutError;

defined('ABSPATH') || exit;

const ROUTES = 'studio-integration/v1';
/** Servers of sites end a page's request after 30 seconds, some earlier. The script asks again. */
const PATIENCE_SECONDS = 20;
/** For the way of a large file to the service: a repetition would send all of it again. */
const UPLOAD_SECONDS = 120;

function register_routes(): void
{
    foreach (['models' => 'send_model', 'prices' => 'price_model', 'orders' => 'place_order'] as $path => $work) {
        register_rest_route(ROUTES, "/$path", [
            'methods' => 'POST',
            'permission_callback' => __NAMESPACE__ . '\is_from_own_page',
            'callback' => static fn (\WP_REST_Request $request) => answered($request, __NAMESPACE__ . "\\$work"),
        ]);
    }
}

/**
 * The answer of a visitor's request, or of its fault.
 *
 * @param callable(\WP_REST_Request): array<string, mixed> $work
 */
function answered(\WP_REST_Request $request, callable $work): \WP_REST_Response
{
    try {
        [$status, $body] = may_ask()
            ? [200, $work($request)]
            : [429, ['message' => __('That was a lot for one hour. Please come back later, or call the studio.', 'studio-integration')]];
    } catch (WrongInput $wrong) {
        [$status, $body] = [400, ['errors' => $wrong->errors]];
    } catch (TimeoutError | ConflictError) {
        // The model is still being sliced, or the same order is still being placed.
        [$status, $body] = [202, ['isWaiting' => true]];
    } catch (StudioError | \InvalidArgumentException $error) {
        [$status, $body] = fault_of($error);
    }
    return new \WP_REST_Response($body, $status, ['Cache-Control' => 'no-store']);
}

/** @return array{model: string} */
function send_model(\WP_REST_Request $request): array
{
    $file = uploaded_model($request);
    return ['model' => signed_model(client(UPLOAD_SECONDS)->createModel($file)['modelId'])];
}

/** Prices in all materials of the quality's technology, so that another material needs no request. */
function price_model(\WP_REST_Request $request): array
{
    ['modelId' => $modelId, 'printingQualityId' => $qualityId, 'quantity' => $quantity] = chosen_print($request);
    $choice = ['printingQualityIds' => [$qualityId], 'quantity' => $quantity];
    [$priced] = client(PATIENCE_SECONDS)->prices($modelId, $choice);
    if ($priced['status'] === 'failed') {
        throw new WrongInput(['model' => [(string) $priced['errorMessage']]]);
    }
    $prices = [];
    foreach ($priced['prices'] as $price) {
        // With a discount the two parts would not add up to the total.
        $parts = isset($price['adjustment'])
            ? []
            : ['forOne' => shown($price['perUnitPrice']), 'once' => shown($price['setupCost'])];
        $prices[$price['materialId']] = ['total' => shown($price['totalPrice'])] + $parts;
    }
    return [
        'prices' => (object) $prices,
        'fits' => $priced['fitsBuildVolume'],
        'warnings' => array_column($priced['warnings'], 'message'),
    ];
}

/** Places the order at the price that the customer saw. */
function place_order(\WP_REST_Request $request): array
{
    $fields = customer_fields($request) + ['customerLocale' => language(), 'source' => 'wordpress'];
    $item = chosen_print($request) + ['materialId' => (int) text_of($request, 'materialId')];
    $client = client(PATIENCE_SECONDS);
    $total = shown($client->quote($item)['totalPrice']);
    if ($total !== text_of($request, 'total')) {
        /* translators: %s: the new price */
        $sentence = sprintf(__('The price is %s now. Please look at it again.', 'studio-integration'), $total);
        throw new WrongInput(['total' => [$sentence]]);
    }
    // Same basket, same order: a second click or a lost answer orders nothing more. The page begins a new basket after each order.
    $basket = text_of($request, 'basket');
    $key = 'wordpress-' . hash('sha256', (string) wp_json_encode([$basket, $item, $fields]));
    $order = $client->order([$item], $fields, $key);
    return ['number' => (string) $order['number'], 'total' => shown($order['totalPrice'])];
}

/**
 * Faults that the visitor can mend, or an apology without details.
 *
 * @return array{int, array<string, mixed>}
 */
function fault_of(StudioError | \InvalidArgumentException $error): array
{
    if ($error instanceof StudioApiError && $error->errors() !== [] && $error->status() < 500) {
        return [400, ['errors' => on_page($error->errors())]];
    }
    log_error($error);
    return [503, ['message' => $error instanceof RateLimitError ? busy_sentence($error) : closed_sentence()]];
}

function busy_sentence(RateLimitError $error): string
{
    $minutes = (int) ceil(($error->secondsUntilFree() ?? 600) / 60);
    /* translators: %d: minutes */
    return sprintf(__('Very many people are asking right now. Please come back in %d min.', 'studio-integration'), $minutes);
}

/**
 * Renames the API's fields to the page's: `items.0.materialId` belongs to its only item.
 *
 * @param array<string, list<string>> $errors
 * @return array<string, list<string>>
 */
function on_page(array $errors): array
{
    $renamed = [];
    foreach ($errors as $name => $sentences) {
        $own = (string) preg_replace('/^items\.0\./', '', $name);
        $own = in_array($own, ['modelId', 'item_0', 'models[]'], true) ? 'model' : $own;
        $renamed[$own] = array_merge($renamed[$own] ?? [], $sentences);
    }
    return $renamed;
}

/** @param array{amount: string, currency: array{symbol: string}} $money as answered: no figure of it is computed here */
function shown(array $money): string
{
    return "{$money['amount']} {$money['currency']['symbol']}";
}
