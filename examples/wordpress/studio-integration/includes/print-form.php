<?php

/**
 * The shortcode [studio_print]: a form that the script beside it prices and orders.
 */

declare(strict_types=1);

namespace StudioIntegration\WordPress;

defined('ABSPATH') || exit;

const FORMATS = '.stl,.obj,.3mf,.ply,.step,.stp';
/** The API's own limit. */
const MAX_MODEL_BYTES = 50 * 1024 * 1024;

function max_model_bytes(): int
{
    return (int) min(MAX_MODEL_BYTES, wp_max_upload_size());
}

function print_form(): string
{
    $offered = is_set_up() ? catalog() : null;
    if ($offered === null || $offered['materials'] === [] || $offered['qualities'] === []) {
        return '<p class="studio-print-closed">' . esc_html(closed_sentence()) . '</p>';
    }
    wp_enqueue_style('studio-print', plugins_url('assets/print.css', PLUGIN_FILE), [], VERSION);
    wp_enqueue_script('studio-print', plugins_url('assets/print.js', PLUGIN_FILE), [], VERSION, true);
    $id = wp_unique_id('studio-print-');
    ob_start();
    show_form($id, $offered);
    return (string) ob_get_clean();
}

/** The site's own people are told the reason; visitors cannot mend it. */
function closed_sentence(): string
{
    if (current_user_can('manage_options') && !is_set_up()) {
        return __('Set the address and the key under Settings, Studio Integration: visitors see no form yet.', 'studio-integration');
    }
    return __('Prices are not available right now. Please come back in some minutes.', 'studio-integration');
}

/** Sentences of the script, in the page's language. No inline script carries them: a strict policy may forbid it. */
function words_of_script(): array
{
    return [
        'uploading' => __('Uploading …', 'studio-integration'),
        'slicing' => __('Computing the price: the model is being sliced …', 'studio-integration'),
        'ordering' => __('Placing your order …', 'studio-integration'),
        'choose' => __('Choose a model to see its price.', 'studio-integration'),
        'parts' => __('{price} for one copy, and {once} once', 'studio-integration'),
        'tooLarge' => __('The file is too large: {max} MB at most.', 'studio-integration'),
        'noPrice' => __('The studio does not print it in this material.', 'studio-integration'),
        'doesNotFit' => __('It is larger than the studio’s printers: it would be printed in parts. The studio will call you about it.', 'studio-integration'),
        'failed' => __('That did not work. Please check your connection and try again.', 'studio-integration'),
        'placed' => __('Your order {number} for {total} is placed. We will call you to confirm it.', 'studio-integration'),
    ];
}

/**
 * @param array{materials: list<array{id: int, name: string, technology: string}>,
 *     qualities: list<array{id: int, name: string, technology: string, isDefault: bool}>} $offered
 */
function show_form(string $id, array $offered): void
{
    $megabytes = (int) floor(max_model_bytes() / 1024 / 1024);
    ?>
    <form class="studio-print" id="<?php echo esc_attr($id); ?>" novalidate
      data-routes="<?php echo esc_url(rest_url(ROUTES)); ?>"
      data-nonce="<?php echo esc_attr(wp_create_nonce('wp_rest')); ?>"
      data-max-bytes="<?php echo esc_attr((string) max_model_bytes()); ?>"
      data-words="<?php echo esc_attr((string) wp_json_encode(words_of_script())); ?>">
      <noscript><p><?php echo esc_html__('Prices need scripts: please allow them for this page.', 'studio-integration'); ?></p></noscript>
      <div class="studio-print-fields">
        <div class="studio-print-field studio-print-wide">
          <?php show_label($id, 'model', __('3D model', 'studio-integration')); ?>
          <input type="file" id="<?php echo esc_attr("$id-model"); ?>" name="model" accept="<?php echo esc_attr(FORMATS); ?>"
            aria-describedby="<?php echo esc_attr("$id-model-hint $id-model-error"); ?>">
          <p class="studio-print-hint" id="<?php echo esc_attr("$id-model-hint"); ?>">
            <?php
            /* translators: %d: megabytes */
            echo esc_html(sprintf(__('STL, OBJ, 3MF, PLY or STEP in millimetres, up to %d MB', 'studio-integration'), $megabytes));
            ?>
          </p>
          <?php show_error($id, 'model'); ?>
        </div>
        <div class="studio-print-field">
          <?php show_label($id, 'materialId', __('Material', 'studio-integration')); ?>
          <select id="<?php echo esc_attr("$id-materialId"); ?>" name="materialId" aria-describedby="<?php echo esc_attr("$id-materialId-error"); ?>">
            <?php show_options($offered['materials']); ?>
          </select>
          <?php show_error($id, 'materialId'); ?>
        </div>
        <div class="studio-print-field">
          <?php show_label($id, 'printingQualityId', __('Quality', 'studio-integration')); ?>
          <select id="<?php echo esc_attr("$id-printingQualityId"); ?>" name="printingQualityId" aria-describedby="<?php echo esc_attr("$id-printingQualityId-error"); ?>">
            <?php show_options($offered['qualities']); ?>
          </select>
          <?php show_error($id, 'printingQualityId'); ?>
        </div>
        <div class="studio-print-field">
          <?php show_label($id, 'quantity', __('Copies', 'studio-integration')); ?>
          <input type="number" id="<?php echo esc_attr("$id-quantity"); ?>" name="quantity" value="1" min="1" max="999" inputmode="numeric"
            aria-describedby="<?php echo esc_attr("$id-quantity-error"); ?>">
          <?php show_error($id, 'quantity'); ?>
        </div>
      </div>
      <div class="studio-print-price">
        <p class="studio-print-total" data-part="total" aria-live="polite">—</p>
        <p class="studio-print-hint" data-part="remark" aria-live="polite"></p>
        <progress data-part="progress" hidden aria-label="<?php echo esc_attr__('Slicing', 'studio-integration'); ?>"></progress>
        <ul class="studio-print-hint" data-part="warnings" hidden></ul>
        <?php show_error($id, 'total'); ?>
      </div>
      <div class="studio-print-fields" data-part="customer" hidden>
        <?php
        show_text($id, 'customerFirstName', __('First name, in Ukrainian letters', 'studio-integration'), 'text', 'given-name', 'Леся');
        show_text($id, 'customerLastName', __('Surname, in Ukrainian letters', 'studio-integration'), 'text', 'family-name', 'Українка');
        show_text($id, 'customerPhoneNumber', __('Phone', 'studio-integration'), 'tel', 'tel', '+380 50 123 45 67');
        show_text($id, 'customerEmail', __('E-mail', 'studio-integration'), 'email', 'email', 'name@example.com');
        ?>
        <div class="studio-print-field studio-print-wide">
          <label class="studio-print-consent">
            <input type="checkbox" name="consent" value="1" aria-describedby="<?php echo esc_attr("$id-consent-error"); ?>">
            <span><?php show_consent(); ?></span>
          </label>
          <?php show_error($id, 'consent'); ?>
        </div>
        <div class="studio-print-wide wp-block-button">
          <button type="submit" class="wp-element-button wp-block-button__link"><?php echo esc_html__('Order', 'studio-integration'); ?></button>
          <p class="studio-print-error" data-part="fault" role="alert"></p>
        </div>
      </div>
      <p class="studio-print-placed" data-part="placed" tabindex="-1" hidden></p>
    </form>
    <?php
}

function show_label(string $id, string $name, string $label): void
{
    printf('<label for="%s">%s</label>', esc_attr("$id-$name"), esc_html($label));
}

function show_error(string $id, string $name): void
{
    printf('<p class="studio-print-error" id="%s" data-error="%s"></p>', esc_attr("$id-$name-error"), esc_attr($name));
}

function show_text(string $id, string $name, string $label, string $type, string $autocomplete, string $placeholder): void
{
    echo '<div class="studio-print-field">';
    show_label($id, $name, $label);
    printf(
        '<input type="%s" id="%s" name="%s" autocomplete="%s" placeholder="%s" aria-describedby="%s">',
        esc_attr($type),
        esc_attr("$id-$name"),
        esc_attr($name),
        esc_attr($autocomplete),
        esc_attr($placeholder),
        esc_attr("$id-$name-error"),
    );
    show_error($id, $name);
    echo '</div>';
}

/**
 * A group for each technology: the script offers the qualities of the chosen material's.
 *
 * @param list<array{id: int, name: string, technology: string}> $choices
 */
function show_options(array $choices): void
{
    foreach (array_unique(array_column($choices, 'technology')) as $technology) {
        printf('<optgroup label="%s">', esc_attr($technology));
        foreach ($choices as $choice) {
            if ($choice['technology'] === $technology) {
                $default = ($choice['isDefault'] ?? false) ? ' data-default' : '';
                printf('<option value="%d"%s>%s</option>', (int) $choice['id'], esc_attr($default), esc_html($choice['name']));
            }
        }
        echo '</optgroup>';
    }
}

function show_consent(): void
{
    echo esc_html__('I agree that the studio keeps my name, phone and e-mail to carry out this order.', 'studio-integration');
    $policy = get_privacy_policy_url();
    if ($policy !== '') {
        printf(' <a href="%s">%s</a>', esc_url($policy), esc_html__('Privacy policy', 'studio-integration'));
    }
}
