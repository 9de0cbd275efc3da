// The functions of libcrypto that SecureStoreCertificates and its tests call, in alphabetical order. A program that calls another
// one does not link. After a change here, build the files that call the function again: SwiftPM does not notice it.
#define SECURESTORE_OPENSSL_FUNCTIONS(X) \
    X(ASN1_INTEGER_get) X(ASN1_OBJECT_free) X(ASN1_OCTET_STRING_free) X(ASN1_OCTET_STRING_new) \
    X(ASN1_OCTET_STRING_set) X(ASN1_STRING_free) X(ASN1_STRING_get0_data) X(ASN1_STRING_length) \
    X(ASN1_STRING_to_UTF8) X(ASN1_TIME_diff) X(ASN1_TIME_set) X(BIO_ctrl) X(BIO_ctrl_pending) X(BIO_f_md) \
    X(BIO_free) X(BIO_free_all) X(BIO_new) X(BIO_new_mem_buf) X(BIO_push) X(BIO_read) X(BIO_s_mem) X(BIO_s_null) \
    X(BIO_write) X(BN_CTX_end) X(BN_CTX_free) X(BN_CTX_get) X(BN_CTX_secure_new) X(BN_CTX_start) X(BN_bin2bn) \
    X(BN_bn2binpad) X(BN_clear_free) X(BN_cmp) X(BN_free) X(BN_is_odd) X(BN_is_one) X(BN_is_zero) X(BN_mod_exp) \
    X(BN_mod_mul) X(BN_mul) X(BN_nnmod) X(BN_secure_new) X(BN_set_flags) X(BN_set_word) X(BN_sub) X(BN_sub_word) \
    X(BN_to_ASN1_INTEGER) X(CMS_ContentInfo_free) X(CMS_SignerInfo_get0_algs) X(CMS_SignerInfo_verify) \
    X(CMS_SignerInfo_verify_content) X(CMS_add1_cert) X(CMS_add1_signer) X(CMS_final) X(CMS_get0_SignerInfos) \
    X(CMS_get0_content) X(CMS_get0_eContentType) X(CMS_get0_type) X(CMS_get1_certs) X(CMS_set1_signers_certs) \
    X(CMS_sign) X(CMS_signed_get0_data_by_OBJ) X(CMS_signed_get_attr_count) X(CRYPTO_free) X(EC_GROUP_free) \
    X(EC_GROUP_get0_order) X(EC_GROUP_new_by_curve_name) X(EC_POINT_clear_free) X(EC_POINT_mul) X(EC_POINT_new) \
    X(EC_POINT_oct2point) X(EC_POINT_point2oct) X(EC_curve_nist2nid) X(ERR_clear_error) X(ERR_peek_error) X(ERR_pop_to_mark) \
    X(ERR_set_mark) X(EVP_CIPHER_CTX_ctrl) X(EVP_CIPHER_CTX_free) X(EVP_CIPHER_CTX_get_iv_length) \
    X(EVP_CIPHER_CTX_new) X(EVP_CipherFinal_ex) X(EVP_CipherInit_ex) X(EVP_CipherUpdate) X(EVP_Digest) \
    X(EVP_DigestFinal_ex) X(EVP_DigestInit_ex) X(EVP_DigestSign) X(EVP_DigestSignInit) X(EVP_DigestUpdate) \
    X(EVP_DigestVerify) X(EVP_DigestVerifyInit) X(EVP_MD_CTX_free) X(EVP_MD_CTX_new) X(EVP_MD_get_type) \
    X(EVP_PKEY_CTX_free) X(EVP_PKEY_CTX_new_from_name) X(EVP_PKEY_CTX_new_from_pkey) X(EVP_PKEY_CTX_set_group_name) \
    X(EVP_PKEY_CTX_set_rsa_keygen_bits) X(EVP_PKEY_CTX_set_rsa_mgf1_md) X(EVP_PKEY_CTX_set_rsa_oaep_md) \
    X(EVP_PKEY_CTX_set_rsa_padding) X(EVP_PKEY_CTX_set_rsa_pss_saltlen) X(EVP_PKEY_CTX_set_signature_md) \
    X(EVP_PKEY_decrypt) X(EVP_PKEY_decrypt_init) X(EVP_PKEY_derive) X(EVP_PKEY_derive_init) \
    X(EVP_PKEY_derive_set_peer) X(EVP_PKEY_encrypt) X(EVP_PKEY_encrypt_init) X(EVP_PKEY_free) X(EVP_PKEY_fromdata) \
    X(EVP_PKEY_fromdata_init) X(EVP_PKEY_generate) X(EVP_PKEY_get_base_id) X(EVP_PKEY_get_bits) \
    X(EVP_PKEY_get_params) X(EVP_PKEY_get_raw_public_key) X(EVP_PKEY_keygen_init) X(EVP_PKEY_sign) \
    X(EVP_PKEY_sign_init) X(EVP_PKEY_verify) X(EVP_PKEY_verify_init) \
    X(EVP_aes_256_cbc) X(EVP_get_cipherbyname) X(EVP_get_digestbyname) X(EVP_md5) X(EVP_sha1) X(EVP_sha256) \
    X(EXTENDED_KEY_USAGE_free) X(GENERAL_NAMES_free) X(GENERAL_NAME_get0_value) X(HMAC) X(NAME_CONSTRAINTS_free) \
    X(OBJ_cmp) X(OBJ_find_sigid_algs) X(OBJ_nid2obj) X(OBJ_nid2sn) X(OBJ_obj2nid) X(OBJ_obj2txt) \
    X(OBJ_txt2obj) X(OCSP_BASICRESP_free) X(OCSP_BASICRESP_get_ext_by_critical) \
    X(OCSP_CERTID_free) X(OCSP_RESPONSE_free) X(OCSP_SINGLERESP_get0_id) \
    X(OCSP_SINGLERESP_get_ext_by_critical) X(OCSP_basic_verify) X(OCSP_cert_to_id) X(OCSP_id_cmp) \
    X(OCSP_id_get0_info) X(OCSP_resp_count) X(OCSP_resp_get0) X(OCSP_resp_get0_signer) X(OCSP_resp_get0_tbs_sigalg) \
    X(OCSP_response_get1_basic) X(OCSP_response_status) X(OCSP_single_get0_status) X(OPENSSL_cleanse) \
    X(OPENSSL_issetugid) X(OPENSSL_sk_free) X(OPENSSL_sk_new_null) X(OPENSSL_sk_num) X(OPENSSL_sk_pop_free) \
    X(OPENSSL_sk_push) X(OPENSSL_sk_value) X(OSSL_LIB_CTX_free) X(OSSL_LIB_CTX_new) X(OSSL_PARAM_construct_end) \
    X(OSSL_PROVIDER_load) X(PKCS12_SAFEBAGS_it) X(PKCS12_SAFEBAG_create0_pkcs8) X(PKCS12_SAFEBAG_free) \
    X(PKCS12_SAFEBAG_get0_attr) X(PKCS12_SAFEBAG_get0_p8inf) X(PKCS12_SAFEBAG_get0_pkcs8) \
    X(PKCS12_SAFEBAG_get0_safes) X(PKCS12_SAFEBAG_get1_cert) X(PKCS12_SAFEBAG_get_bag_nid) X(PKCS12_SAFEBAG_get_nid) \
    X(PKCS12_add_cert) X(PKCS12_add_friendlyname_uni) X(PKCS12_add_localkeyid) X(PKCS12_add_safe) \
    X(PKCS12_add_safes) X(PKCS12_free) X(PKCS12_get0_mac) X(PKCS12_item_decrypt_d2i_ex) \
    X(PKCS12_key_gen_utf8) X(PKCS12_mac_present) X(PKCS12_set_mac) X(PKCS12_unpack_authsafes) \
    X(PKCS12_unpack_p7data) X(PKCS12_verify_mac) X(PKCS5_PBKDF2_HMAC) X(PKCS7_free) X(PKCS8_PRIV_KEY_INFO_free) \
    X(PKCS8_decrypt_ex) X(PKCS8_encrypt) X(X509V3_EXT_get) X(X509_ALGOR_get0) X(X509_CRL_add0_revoked) \
    X(X509_CRL_add_ext) X(X509_CRL_free) X(X509_CRL_get0_by_serial) X(X509_CRL_get0_lastUpdate) \
    X(X509_CRL_get0_nextUpdate) X(X509_CRL_get0_signature) X(X509_CRL_get_REVOKED) X(X509_CRL_get_ext) \
    X(X509_CRL_get_ext_count) X(X509_CRL_get_issuer) X(X509_CRL_new) X(X509_CRL_set1_lastUpdate) \
    X(X509_CRL_set1_nextUpdate) X(X509_CRL_set_issuer_name) X(X509_CRL_set_version) X(X509_CRL_sign) \
    X(X509_CRL_sort) X(X509_CRL_verify) X(X509_EXTENSION_create_by_OBJ) X(X509_EXTENSION_free) \
    X(X509_EXTENSION_get_critical) X(X509_EXTENSION_get_data) X(X509_EXTENSION_get_object) X(X509_LOOKUP_ctrl) \
    X(X509_LOOKUP_file) X(X509_LOOKUP_hash_dir) X(X509_NAME_ENTRY_get_data) X(X509_NAME_ENTRY_get_object) \
    X(X509_NAME_add_entry_by_txt) X(X509_NAME_entry_count) X(X509_NAME_free) X(X509_NAME_get_entry) X(X509_NAME_new) \
    X(X509_NAME_print_ex) X(X509_REQ_add_extensions) X(X509_REQ_free) X(X509_REQ_get0_pubkey) \
    X(X509_REQ_get_X509_PUBKEY) X(X509_REQ_get_attr_by_NID) X(X509_REQ_get_extensions) X(X509_REQ_get_subject_name) X(X509_REQ_get_version) \
    X(X509_REQ_new) X(X509_REQ_set_pubkey) X(X509_REQ_set_subject_name) X(X509_REQ_set_version) X(X509_REQ_sign) \
    X(X509_REQ_verify) X(X509_REVOKED_add_ext) X(X509_REVOKED_free) X(X509_REVOKED_get0_revocationDate) \
    X(X509_REVOKED_get0_serialNumber) X(X509_REVOKED_get_ext) X(X509_REVOKED_get_ext_count) X(X509_REVOKED_new) \
    X(X509_REVOKED_set_revocationDate) X(X509_REVOKED_set_serialNumber) X(X509_SIG_free) X(X509_SIG_get0) \
    X(X509_STORE_CTX_free) X(X509_STORE_CTX_get0_chain) X(X509_STORE_CTX_get0_param) \
    X(X509_STORE_CTX_get_current_cert) X(X509_STORE_CTX_get_error) X(X509_STORE_CTX_get_ex_data) \
    X(X509_STORE_CTX_init) X(X509_STORE_CTX_new) X(X509_STORE_CTX_set_ex_data) X(X509_STORE_CTX_set_verify_cb) \
    X(X509_STORE_add_cert) X(X509_STORE_add_lookup) X(X509_STORE_free) X(X509_STORE_new) \
    X(X509_VERIFY_PARAM_add0_policy) X(X509_VERIFY_PARAM_add1_host) X(X509_VERIFY_PARAM_set1_email) \
    X(X509_VERIFY_PARAM_set1_host) \
    X(X509_VERIFY_PARAM_set1_ip_asc) X(X509_VERIFY_PARAM_set_auth_level) X(X509_VERIFY_PARAM_set_depth) \
    X(X509_VERIFY_PARAM_set_flags) X(X509_VERIFY_PARAM_set_hostflags) X(X509_VERIFY_PARAM_set_time) X(X509_add_ext) \
    X(X509_check_ca) X(X509_check_issued) X(X509_check_purpose) X(X509_cmp_time) X(X509_free) X(X509_get0_notAfter) \
    X(X509_get0_notBefore) X(X509_get0_pubkey) X(X509_get0_pubkey_bitstr) X(X509_get0_serialNumber) \
    X(X509_get0_subject_key_id) X(X509_get_X509_PUBKEY) X(X509_get_default_cert_dir) \
    X(X509_get_default_cert_dir_env) X(X509_get_default_cert_file) X(X509_get_default_cert_file_env) X(X509_get_ext) \
    X(X509_get_ext_by_NID) X(X509_get_ext_count) X(X509_get_ext_d2i) X(X509_get_extension_flags) \
    X(X509_get_issuer_name) X(X509_get_key_usage) \
    X(X509_get_serialNumber) X(X509_get_signature_info) X(X509_get_subject_name) X(X509_get_version) \
    X(X509_issuer_name_hash) X(X509_new) X(X509_self_signed) X(X509_set1_notAfter) X(X509_set1_notBefore) \
    X(X509_set_issuer_name) X(X509_set_pubkey) X(X509_set_subject_name) X(X509_set_version) X(X509_sign) \
    X(X509_subject_name_hash) X(X509_verify) X(X509_verify_cert) X(X509_verify_cert_error_string) \
    X(X509v3_add_ext) X(a2i_IPADDRESS) \
    X(d2i_ASN1_INTEGER) X(d2i_CMS_ContentInfo) X(d2i_OCSP_RESPONSE) X(d2i_PKCS12) X(d2i_PKCS8_PRIV_KEY_INFO) \
    X(d2i_PUBKEY) X(d2i_X509) X(d2i_X509_CRL) X(d2i_X509_NAME) X(d2i_X509_REQ) X(d2i_X509_SIG) X(i2d_ASN1_INTEGER) \
    X(i2d_CMS_ContentInfo) X(i2d_PKCS12) X(i2d_PKCS8_PRIV_KEY_INFO) X(i2d_X509) X(i2d_X509_ALGOR) X(i2d_X509_CRL) \
    X(i2d_X509_NAME) X(i2d_X509_PUBKEY) X(i2d_X509_REQ) X(i2d_X509_SIG)
