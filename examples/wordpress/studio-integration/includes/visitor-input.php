<?php

/**
 * The visitor's fields, checked and named as the API names them.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

defined('ABSPATH') || exit;

const CUSTOMER_FIELDS = ['customerFirstName', 'customerLastName', 'customerPhoneNumber', 'customerEmail'];

/** Faults of the visitor's fields, which the page shows beside them. */
final class WrongInput extends \RuntimeException
{
    /** @param array<string, list<string>> $errors */
    public function __construct(public readonly array $errors)
    {
        parent::__construct('wrong input');
    }
}

/** @throws WrongInput if the file did not arrive whole */
function uploaded_model(\WP_REST_Request $request): \CURLFile
{
    $file = $request->get_file_params()['model'] ?? null;
    $fault = $file['error'] ?? UPLOAD_ERR_NO_FILE;
    // A body above PHP's limit arrives without its fields.
    $isEmptied = $file === null && (int) $request->get_header('Content-Length') > max_model_bytes();
    if ($isEmptied || $fault === UPLOAD_ERR_INI_SIZE || ($file['size'] ?? 0) > max_model_bytes()) {
        $sentence = __('The file is too large: {max} MB at most.', 'studio-integration');
        $megabytes = (string) floor(max_model_bytes() / 1024 / 1024);
        throw new WrongInput(['model' => [str_replace('{max}', $megabytes, $sentence)]]);
    }
    if ($fault !== UPLOAD_ERR_OK || !is_uploaded_file($file['tmp_name'])) {
        throw new WrongInput(['model' => [__('Choose a file.', 'studio-integration')]]);
    }
    return new \CURLFile($file['tmp_name'], 'application/octet-stream', sanitize_text_field(wp_basename($file['name'])));
}

/**
 * Model, quality and quantity.
 *
 * @return array{modelId: string, printingQualityId: int, quantity: int}
 *
 * @throws WrongInput for a model that this site did not give out
 */
function chosen_print(\WP_REST_Request $request): array
{
    $modelId = opened_model(text_of($request, 'model'));
    if ($modelId === null) {
        throw new WrongInput(['model' => [__('Choose the file again.', 'studio-integration')]]);
    }
    return [
        'modelId' => $modelId,
        'printingQualityId' => (int) text_of($request, 'printingQualityId'),
        'quantity' => (int) text_of($request, 'quantity'),
    ];
}

/**
 * @return array<string, string>
 *
 * @throws WrongInput without the customer’s consent
 */
function customer_fields(\WP_REST_Request $request): array
{
    if (text_of($request, 'consent') !== '1') {
        throw new WrongInput(['consent' => [__('The order needs your consent.', 'studio-integration')]]);
    }
    $fields = [];
    foreach (CUSTOMER_FIELDS as $name) {
        $fields[$name] = text_of($request, $name);
    }
    return $fields;
}

function text_of(\WP_REST_Request $request, string $name): string
{
    $value = $request->get_param($name);
    return is_scalar($value) ? sanitize_text_field((string) $value) : '';
}
