// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Test token with the six decimals of USDC.
/// @notice For local chains and test networks without USDC. It has no value.
contract TestUSDC is ERC20, Ownable {
    /// @notice The permit is expired, used, or not signed by its owner.
    error InvalidPermit();

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    /// @notice Domain of permits, as in EIP-2612.
    bytes32 public immutable DOMAIN_SEPARATOR;
    /// @notice Number of permits that an account has used.
    mapping(address account => uint256) public nonces;

    /// @param owner Account that may mint.
    constructor(address owner) ERC20("Test USD Coin", "USDC") Ownable(owner) {
        DOMAIN_SEPARATOR = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name())),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    /// @notice Approves by a signature of the owner, as in EIP-2612.
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 terms = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR, terms)), v, r, s);
        if (block.timestamp > deadline || signer == address(0) || signer != owner) revert InvalidPermit();
        _approve(owner, spender, value);
    }

    /// @notice Mints tokens for `account`. `amount` is in base units: 1_000_000 is one USDC.
    function mint(address account, uint256 amount) external onlyOwner {
        _mint(account, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
